/** A worker thread that answers each number with its double, fails on negative ones and ends at 13. */
import { parentPort, workerData } from 'node:worker_threads';

parentPort.on('message', ({ index, content }) => {
  if (content === 13) process.exit(7);
  if (content < 0) throw new Error(`no double of ${content}`);
  parentPort.postMessage({ index, content: content * workerData.factor });
});
