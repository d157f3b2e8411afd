/** What the judge knows of a language: words that carry no content, words that negate, words that join a list. */
export interface Lexicon {
  readonly stop: ReadonlySet<string>
  readonly negators: ReadonlySet<string>
  readonly joiners: readonly string[]
  /** A capital inside a sentence marks a name (not so in German, where every noun has one). */
  readonly capitalsAreNames: boolean
}

const list = (words: string): string[] => words.split(/\s+/u).filter((word) => word !== '')

const lexicon = (
  stop: string,
  negators: string,
  joiners: string,
  { capitalsAreNames = false }: { capitalsAreNames?: boolean } = {},
): Lexicon => ({
  stop: new Set([...list(stop), ...list(joiners)]),
  negators: new Set(list(negators)),
  joiners: list(joiners),
  capitalsAreNames,
})

const ENGLISH = lexicon(
  `a an the this that these those it its itself he she they him his her hers them their theirs we us our ours you your yours
  i me my mine one ones who whom whose which what when where why how there here then than as of in on at by for from to into
  onto with within about between through during before after above below over under up down out off upon via per is are was
  were be been being am do does did doing done have has had having will would shall should can could may might must let also
  just only very more most other another some any such own same too each both all so if nor but while because until since
  although though however yet either neither whether yes s t d m re ve ll etc e.g i.e okay including include includes included like namely`,
  `not no never none cannot without neither nor nobody nothing nowhere isn't aren't wasn't weren't don't doesn't didn't
  won't wouldn't can't couldn't shouldn't mustn't haven't hasn't hadn't ain't`,
  'and or',
  { capitalsAreNames: true },
)

const GERMAN = lexicon(
  `der die das den dem des ein eine einen einem einer eines er sie es wir ihr ihn ihm ihnen ich du man sich mein dein sein
  seine seiner seinem seinen unser euer dies diese dieser dieses diesem diesen jene jener welche welcher welches wer was wie
  wo wann warum wen wem ist sind war waren wird werden wurde wurden worden sei bin hat haben hatte hatten kann können konnte
  muss müssen soll sollen darf mag in im an am auf aus bei mit nach von vom zu zum zur über unter vor hinter zwischen durch
  für gegen um bis seit während als wenn weil dass daß ob aber sondern denn doch auch nur noch schon sehr so da dort hier
  dann ja etwa je sowie`,
  'nicht kein keine keinen keinem keiner keines nie niemals nichts niemand ohne weder nirgends',
  'und oder',
)

const SPANISH = lexicon(
  `el la los las un una unos unas lo al del de en a por para con entre sobre hasta desde según que qué quien quién cual cuál
  cuales cuando cuándo donde dónde como cómo cuánto cuántos es son era eran fue fueron ser sido está están estaba había ha
  han hay tiene tienen puede pueden se su sus mi tu le les me te nos él ella ellos ellas este esta esto estos estas ese esa
  eso aquel pero si sí porque pues también más muy ya`,
  'no nunca jamás sin ningún ninguna ninguno tampoco nada nadie ni',
  'y e o u',
  { capitalsAreNames: true },
)

const FRENCH = lexicon(
  `le la les l un une des du de d en à au aux par pour avec dans sur sous entre vers chez depuis selon que qu quel quelle
  quels quelles qui quoi dont où quand comment combien pourquoi est sont était étaient être été fut furent a ont avait avoir
  peut peuvent se s son sa ses mon ma mes ton leur leurs il elle ils elles on nous vous je tu me te ce c cet cette ces n ne
  mais si car donc aussi plus très y`,
  'pas jamais aucun aucune sans rien personne ni',
  'et ou',
  { capitalsAreNames: true },
)

const CHINESE = lexicon(
  `的 了 在 是 我 你 他 她 它 们 我们 他们 她们 它们 这 那 这个 那个 这些 那些 一个 一种 有 为 以 于 由 从 到 向 对 把 被 让 使 之 其
  所 而 但 但是 因为 所以 如果 虽然 也 都 就 还 又 很 最 更 着 过 吗 呢 吧 啊 什么 谁 哪 哪个 哪些 哪里 怎么 怎样 如何 为什么 几 多少
  会 能 可以 可能 将 并 则 时 时候 中 上 下 里 后 前 个 等`,
  '不 没 没有 不是 无 未 并非 非 不能 不会 不可 不得 从不 从未 绝不 不再 勿 否',
  '和 与 及 以及 或 或者 跟 同',
)

const ARABIC = lexicon(
  `في من على إلى الى عن مع هذا هذه ذلك تلك هؤلاء هو هي هم هن نحن انا أنا انت أنت كان كانت كانوا يكون تكون قد لقد أن ان إن أنه أنها
  الذي التي الذين اللذان كل بعض بين عند عندما حيث كما لكن ثم بعد قبل حتى إذا اذا لأن ما ماذا من متى أين اين كيف كم هل لماذا أي اي
  منذ خلال تم أيضا ايضا به بها له لها فيه فيها منه منها عليه عليها وهو وهي وقد وكان وكانت`,
  'لا لم لن ليس ليست ليسوا غير بدون دون ولا ولم ولن وليس',
  'و أو او',
)

const HINDI = lexicon(
  `का के की को में से पर ने है हैं था थी थे हो होता होती होते हुआ हुई हुए कर करना करता करती करते किया किए गया गई गए जाता जाती जाते रहा रही रहे
  यह ये वह वे इस उस इन उन इसके उसके इसकी उसकी इसे उसे अपने अपनी अपना जो जिस जिसे जिसके जिसमें कि तो भी ही लिए साथ तक बाद द्वारा रूप एक
  क्या कौन कब कहाँ कहां क्यों कैसे कितने कितना कितनी किस किसने लेकिन परंतु यदि अगर सकता सकती सकते वाला वाले वाली मैं हम आप तुम`,
  'नहीं न मत ना बिना नही',
  'और या तथा एवं व',
)

const LATIN: readonly Lexicon[] = [ENGLISH, GERMAN, SPANISH, FRENCH]

/** Texts whose language has no list here: every word counts, polarity and names are not applied. */
const UNKNOWN = lexicon('', '', '')

/**
 * The lexicon of a text's language: by script for Chinese, Arabic and Hindi, by the most function words among English,
 * German, Spanish and French for Latin script. Words are lower-cased. A text in none of them gets an empty lexicon.
 */
export const lexiconOf = (words: readonly string[]): Lexicon => {
  const text = words.join('')
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0
  const rest = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0
  if (rest > latin * 2) {
    if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return UNKNOWN
    if (/\p{Script=Han}/u.test(text)) return CHINESE
    if (/\p{Script=Arabic}/u.test(text)) return ARABIC
    if (/\p{Script=Devanagari}/u.test(text)) return HINDI
    return UNKNOWN
  }
  let best = UNKNOWN
  let most = 0
  for (const candidate of LATIN) {
    const hits = words.filter((word) => candidate.stop.has(word) || candidate.negators.has(word)).length
    if (hits > most) {
      best = candidate
      most = hits
    }
  }
  return best
}
