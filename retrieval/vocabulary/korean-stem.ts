import { final, partsOf, withFinal } from './hangul.js';

/** Endings of verbs, and the helping verbs of polite requests. */
const endings =
  '십시오 습니다 입니다 주세요 줄래요 주십시오 주시겠어요 주실래요 주라 줘요 줘 줄래 주기 주는 주고 드립니다 드려요 드리는 줍니다 준다 줬던 ' +
  '세요 니다 어요 아요 예요 었던 았던 어서 아서 면서 려고 으려고 려면 으면 는데 은데 던데 네요 군요 지요 나요 까요 을까 ' +
  '었습니다 았습니다 었어요 았어요 었다 았다 었어 았어 었는데 았는데 는지 은지 니까 으니 도록 게끔 거나 지만 다가 는다 기를 기가 기는 기도 보기 볼래 봐줘 ' +
  '기 다';
const verbEndings = endings.split(' ').sort((a, b) => b.length - a.length);
/** Endings that only tell something after 하다 and 되다: elsewhere a noun may end so. */
const afterLightVerb = ['고', '는', '지', '면', '자', '요', '라', '게', '야', '서', '도', '줘', '봐'];
/** More syllables than this after a noun are no ending. */
const longestTail = 10;

/** Particles that follow a noun. */
const particles =
  '에서부터 에게서 에서는 에서도 으로는 으로도 이라는 이라고 한테서 까지는 부터는 에서 에게 한테 으로 까지 부터 보다 처럼 마다 밖에 이랑 들을 들의 들이 들은 들에 라는 라고 이나 하고 께서 ' +
  '을 를 이 가 은 는 의 에 로 와 과 도 만 랑 께';
const nounParticles = particles.split(' ').sort((a, b) => b.length - a.length);
/** Forms of 하다 and 되다 that make verbs of nouns. */
const lightVerb = /^(.{2,}?)(하여|되어|시켜|[하해한할함합했되돼된될됨됩됐])(.*)$/u;

/**
 * A Korean word without its particles and verb endings, as far as rules can tell: 주문을 gives 주문, 취소해주세요 취소, 보냅니다 보내.
 * Two syllables stay at least, one before a long ending, so that short words keep their last letter.
 */
export function koreanStem(word: string): string {
  const verbal = lightVerb.exec(word);
  if (verbal !== null && isLightForm(verbal[2] ?? '', verbal[3] ?? '')) return verbal[1] as string;
  for (const particle of nounParticles) {
    if (word.length - particle.length >= 2 && word.endsWith(particle)) return word.slice(0, -particle.length);
  }
  for (const ending of verbEndings) {
    const kept = word.length - ending.length;
    if (kept >= (ending.length >= 3 ? 1 : 2) && word.endsWith(ending)) return openStem(word.slice(0, kept));
  }
  return word;
}

/** Without an ending only 해 and the past and passive forms are a verb: 권한 and 포함 are nouns. */
function isLightForm(verb: string, rest: string): boolean {
  return rest === '' ? /[해했됐된될]/u.test(verb) : isEndings(rest);
}

function isEndings(rest: string): boolean {
  if (rest === '') return true;
  if (rest.length > longestTail) return false;
  return [...verbEndings, ...afterLightVerb].some(
    (ending) => rest.startsWith(ending) && isEndings(rest.slice(ending.length)),
  );
}

/** Takes the ㅂ, ㄴ or ㅆ off that an ending left under the last syllable: 보냅 and 보냈 give 보내. */
function openStem(stem: string): string {
  const { final: coda } = partsOf(stem.slice(-1));
  return coda === final.b || coda === final.n || coda === final.ss
    ? stem.slice(0, -1) + withFinal(stem.slice(-1), final.none)
    : stem;
}
