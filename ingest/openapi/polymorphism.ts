import { isRecord } from '../../src/core/json-schema.js';
import { own, ownList, ownRecord, ownText, pointerStep, type Raw } from './document.js';
import type { References } from './references.js';

/**
 * Makes discriminated schemas say what they mean: the tag becomes a required property with its values as enum, and a
 * base schema that others extend by `allOf` shows those as alternatives.
 */
export class Polymorphism {
  readonly #document: Raw;
  readonly #references: References;
  readonly #rewritten = new Map<Raw, Raw>();
  #children: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(document: Raw, references: References) {
    this.#document = document;
    this.#references = references;
  }

  /** The schema itself, or one that wraps it and spells out its discriminator. */
  rewrite(schema: Raw): Raw {
    const { value: target } = this.#references.follow(schema);
    if (!isRecord(target) || !Object.hasOwn(target, 'discriminator')) return schema;
    const known = this.#rewritten.get(schema);
    if (known !== undefined) return known;
    const wrapped = this.#spellOut(schema, target);
    this.#rewritten.set(schema, wrapped);
    return wrapped;
  }

  #spellOut(schema: Raw, target: Raw): Raw {
    // Swagger 2.0 gives the property's name, 3.x an object
    const tag = ownText(target, 'discriminator') ?? ownText(target['discriminator'], 'propertyName');
    if (tag === undefined) return schema;
    const mapping = ownRecord(target['discriminator'], 'mapping') ?? {};
    const union = [...ownList(target, 'oneOf'), ...ownList(target, 'anyOf')];
    const refs = union.length > 0 ? union.map((branch) => ownText(branch, '$ref')) : this.#childrenOf(schema, mapping);
    const mapped = new Map(Object.entries(mapping).map(([value, to]) => [targetName(to), value]));
    const values = new Set(Object.keys(mapping));
    for (const ref of refs) {
      const name = ref === undefined ? undefined : targetName(ref);
      if (name !== undefined && !mapped.has(name)) values.add(name);
    }
    if (values.size === 0) return schema;
    const tagSchema = { type: 'string', enum: [...values] };
    return {
      allOf: [schema, { type: 'object', properties: { [tag]: tagSchema }, required: [tag] }],
      ...(union.length > 0 ? {} : { anyOf: refs.map(($ref) => ({ $ref })) }),
    };
  }

  /** References to the schemas that extend this base: by its mapping, and by `allOf` in the components. */
  #childrenOf(schema: Raw, mapping: Raw): string[] {
    const ref = ownText(schema, '$ref');
    if (ref === undefined) return [];
    const listed = Object.values(mapping)
      .filter((to): to is string => typeof to === 'string')
      .map((to) => this.#asReference(to));
    const found = this.#childIndex().get(ref) ?? [];
    return [...new Set([...listed, ...found])].filter(
      (child) => child !== ref && this.#references.lookUp(child) !== undefined,
    );
  }

  #asReference(target: string): string {
    return /^[\w.-]+$/.test(target) && own(this.#schemas().record, target) !== undefined
      ? `${this.#schemas().prefix}${pointerStep(target)}`
      : target;
  }

  #schemas(): { readonly record: Raw; readonly prefix: string } {
    const components = ownRecord(ownRecord(this.#document, 'components'), 'schemas');
    if (components !== undefined) return { record: components, prefix: '#/components/schemas/' };
    return { record: ownRecord(this.#document, 'definitions') ?? {}, prefix: '#/definitions/' };
  }

  /** Which components extend which, built at the first need: base reference → references of those that extend it. */
  #childIndex(): ReadonlyMap<string, readonly string[]> {
    if (this.#children !== undefined) return this.#children;
    const index = new Map<string, string[]>();
    const { record, prefix } = this.#schemas();
    for (const [name, schema] of Object.entries(record)) {
      for (const branch of ownList(schema, 'allOf')) {
        const base = ownText(branch, '$ref');
        if (base === undefined) continue;
        const children = index.get(base);
        if (children === undefined) index.set(base, [`${prefix}${pointerStep(name)}`]);
        else children.push(`${prefix}${pointerStep(name)}`);
      }
    }
    this.#children = index;
    return index;
  }
}

/** `Dog` of `#/components/schemas/Dog`, of `Dog` and of `dog.yaml#/Dog`. */
function targetName(target: unknown): string {
  return String(target).split('/').at(-1) ?? '';
}
