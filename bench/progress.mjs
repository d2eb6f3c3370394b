/** A line on stderr with share, rate and time left; nothing where stderr is no terminal. */
export function progress(label, total) {
  const start = performance.now();
  const isShown = process.stderr.isTTY === true;
  let last = 0;
  return {
    at(done) {
      const now = performance.now();
      if (!isShown || (now - last < 200 && done < total)) return;
      last = now;
      const rate = done / Math.max(0.001, (now - start) / 1000);
      const left = Math.max(0, Math.round((total - done) / Math.max(rate, 0.001)));
      const bar = '#'.repeat(Math.min(30, Math.round((30 * done) / total))).padEnd(30, '.');
      process.stderr.write(`\r${label} [${bar}] ${Math.round(rate)}/s, ${left} s left \u001b[K`);
    },
    end() {
      if (isShown) process.stderr.write('\r\u001b[K');
    },
  };
}
