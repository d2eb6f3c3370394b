import { stem } from '../tokenize.js';

/** Verbs that undo one another, written by hand from general English. Words used in the same places are near in meaning, these too. */
const pairs = `
start stop|start end|begin end|begin stop|launch stop|resume pause|resume stop|open close|open shut|enable disable|activate deactivate|
on off|add remove|add delete|create delete|create remove|create destroy|insert delete|grant revoke|allow deny|allow block|
accept reject|accept decline|approve reject|approve deny|approve decline|lock unlock|block unblock|ban unban|mute unmute|
follow unfollow|subscribe unsubscribe|attach detach|mount unmount|link unlink|pin unpin|star unstar|like unlike|like dislike|
archive unarchive|archive restore|delete restore|hide show|hide unhide|publish unpublish|install uninstall|import export|
upload download|push pull|send receive|buy sell|lend borrow|login logout|connect disconnect|join leave|increase decrease|
raise lower|encrypt decrypt|encode decode|compress decompress|zip unzip|assign unassign|register unregister|deposit withdraw|
credit debit|first last|next previous|minimum maximum|before after|up down`;

const opposites = new Set(
  pairs
    .trim()
    .split(/\s*\|\s*/)
    .flatMap((pair) => {
      const [one = '', other = ''] = pair.split(' ').map(stem);
      return [`${one} ${other}`, `${other} ${one}`];
    }),
);

/** Do two terms say the opposite of each other? Then neither may stand for the other. */
export function areOpposites(a: string, b: string): boolean {
  return opposites.has(`${a} ${b}`);
}
