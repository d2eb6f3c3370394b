/** Runs in a worker thread: makes tools of the documents that it is sent. */
import { parentPort, workerData } from 'node:worker_threads';
import { type DocumentFailure, type DraftedDocument, type DraftSettings, draftDocument, type LocatedDocument } from './draft-document.js'; // biome-ignore format: one line
import type { CrewMessage } from './worker-crew.js';

parentPort?.on('message', async ({ index, content }: CrewMessage<LocatedDocument>) => {
  const drafted = await draftDocument(content, workerData as DraftSettings);
  parentPort?.postMessage({ index, content: drafted } satisfies CrewMessage<DraftedDocument | DocumentFailure>);
});
