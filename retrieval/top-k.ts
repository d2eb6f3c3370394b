/**
 * The `limit` first items in the order of `before`, found in one pass with a heap whose root is the last one kept.
 * `before` must be a strict total order.
 */
export class TopK<T> {
  readonly #heap: T[] = [];
  readonly #limit: number;
  readonly #before: (a: T, b: T) => boolean;

  constructor(limit: number, before: (a: T, b: T) => boolean) {
    this.#limit = limit;
    this.#before = before;
  }

  /** The last item kept once `limit` is reached; until then undefined: everything is still taken. */
  get last(): T | undefined {
    return this.#heap.length < this.#limit ? undefined : this.#heap[0];
  }

  offer(item: T): void {
    if (this.#heap.length < this.#limit) push(this.#heap, item, this.#before);
    else if (this.#limit > 0 && this.#before(item, this.#heap[0] as T)) replaceRoot(this.#heap, item, this.#before);
  }

  /** The items kept, in order. */
  sorted(): T[] {
    return [...this.#heap].sort((a, b) => (this.#before(a, b) ? -1 : 1));
  }
}

function push<T>(heap: T[], item: T, before: (a: T, b: T) => boolean): void {
  heap.push(item);
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (!before(heap[parent] as T, heap[child] as T)) return;
    [heap[parent], heap[child]] = [heap[child] as T, heap[parent] as T];
    child = parent;
  }
}

function replaceRoot<T>(heap: T[], item: T, before: (a: T, b: T) => boolean): void {
  heap[0] = item;
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const worse = right < heap.length && before(heap[left] as T, heap[right] as T) ? right : left;
    if (!before(heap[parent] as T, heap[worse] as T)) return;
    [heap[parent], heap[worse]] = [heap[worse] as T, heap[parent] as T];
    parent = worse;
  }
}
