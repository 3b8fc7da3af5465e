/**
 * Syllables in the order of the alphabet, each with the first character of that reading in the browser's own pinyin
 * order. A character between two of them reads like the first. Right for 99 of 100 characters in use, in 2 kB.
 */
const table =
  'a吖ai哎an安ang肮ao凹ba丷bai挀ban扳bang邦bao勹bei卑ben奔beng伻bi屄bian边biao标bie憋bin汃bing冫bo癶bu卜ca擦cai偲can参cang仓cao撡' +
  'ce冊cen嵾ceng噌cha叉chai芆chan辿chang伥chao抄che车chen抻cheng阷chi吃chong充chou抽chu出chuai揣chuan巛chuang刅chui吹chun旾' +
  'chuo逴ci呲cong匆cou凑cu粗cuan汆cui崔cun邨cuo搓da咑dai呆dan丹dang当dao刀de嘚den扥deng灯di氐dia嗲dian敁diao刁die爹ding丁diu丟d' +
  'ong东dou吺du厾duan偳dui垖dun吨duo多e妸ei诶en奀eng鞥er儿fa发fan帆fang匚fei飞fen分feng丰fo仏fou紑fu夫ga旮gai侅gan甘gang冈gao皋ge' +
  '戈gei给gen根geng刯gong工gou勾gu估gua瓜guai乖guan关guang光gui归gun丨guo呙ha哈hai咍han佄hang夯hao茠he诃hei黒hen拫heng亨hong叿h' +
  'ou齁hu乎hua花huai怀huan欢huang巟hui灰hun昏huo吙ji讥jia加jian戋jiang江jiao艽jie阶jin巾jing坕jiong冂jiu丩ju凥juan姢jue噘jun军' +
  'ka咔kai开kan刊kang忼kao尻ke匼kei尅ken肎keng劥kong空kou抠ku刳kua夸kuai蒯kuan宽kuang匡kui亏kun坤kuo扩la垃lai来lan兰lang啷lao捞' +
  'le仂lei雷leng塄li哩lian奁liang良liao撩lie毟lin拎ling伶liu溜long龙lou瞜lu噜luo啰m呣ma妈mai埋man嫚mang牤mao猫me嚒mei坆men椚men' +
  'g擝mi咪mian宀miao喵mie吀min民ming名miu谬mo摸mou哞mu毪na拏nai腉nan囡nang囔nao孬ne疒nei娞nen恁neng能ng嗯ni妮nian拈niang娘niao鸟' +
  'nie捏nin囜ning宁niu妞nong农nou羺nu奴nuo挪o噢ou讴pa妑pai拍pan眅pang乓pao抛pei呸pen喷peng匉pi丕pian囨piao剽pie氕pin姘ping乒po钋' +
  'pou剖pu仆qi七qia掐qian千qiang呛qiao悄qie苆qin亲qing靑qiong卭qiu丘qu区quan奍que炔qun夋ran呥rang穣rao娆re惹ren人reng扔ri日ron' +
  'g戎rou禸ru邚ruan堧rui桵run闰ruo捼sa仨sai毢san三sang桒sao掻se閪sen森seng僧sha杀shai筛shan山shang伤shao弰she奢shen申sheng升sh' +
  'i尸shou収shu书shua刷shuai衰shuan闩shuang双shui脽shun吮shuo说si厶song忪sou凁su苏suan狻sui夊sun孙suo唆ta他tai囼tan坍tang汤ta' +
  'o夲te忑teng熥ti剔tian天tiao旫tie帖ting厅tong炵tou偷tu凸tuan湍tui推tun吞tuo乇wa屲wai歪wan弯wang尢wei危wen昷weng翁wo挝wu乌xi夕x' +
  'ia呷xian仙xiang乡xiao灱xie些xin心xing星xiong凶xiu休xu吁xuan吅xue疶xun坃ya丫yan恹yang央yao幺ye倻yi一yin囙ying应yo哟yong佣you' +
  '优yu込yuan囦yue曰yun晕za帀zai災zan兂zang匨zao傮ze则zei贼zen怎zeng囎zha扎zhai夈zhan枬zhang张zhao佋zhe蜇zhen贞zheng凧zhi之zho' +
  'ng中zhou州zhu朱zhua抓zhuai跩zhuan专zhuang妆zhui隹zhun宒zhuo拙zi孜zong宗zou邹zu租zuan钻zui厜zun尊zuo嘬兙兙兡兡嗧嗧桛桛烪烪瓧瓧瓰瓰瓱瓱瓼' +
  '瓼甅甅'

const order = new Intl.Collator('zh-u-co-pinyin')
const steps = [...table.matchAll(/(?<![a-z])([a-z]+)([^a-z])/g)].map(
  ([, syllable = '', first = '']) => ({
    syllable,
    first,
  }),
)
const isHan = (character: string): boolean => /\p{Script=Han}/u.test(character)

/** The reading of a Chinese character without its tone; any other character in lower case as it is. */
export function readingOf(character: string): string {
  if (!isHan(character)) return character.toLowerCase()
  let low = 0
  let high = steps.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const isAfter = order.compare(steps[middle]?.first ?? '', character) <= 0
    if (isAfter) low = middle
    else high = middle - 1
  }
  return steps[low]?.syllable ?? character
}

/** What a text is found by: itself, its pinyin and the initials of it, in lower case. */
export function searchKeys(text: string): string[] {
  const plain = text.toLowerCase()
  const characters = [...text]
  if (!characters.some(isHan)) {
    const words = plain.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    return [plain, words.map((word) => word[0]).join('')]
  }
  const readings = characters.map(readingOf)
  return [plain, readings.join(''), readings.map((one) => one[0]).join('')]
}
