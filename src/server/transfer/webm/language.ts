/** ISO 639-1 codes, each with its bibliographic ISO 639-2 code, which is the one Matroska's Language has. */
const CODES = `
  aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bibis bmbam bnben
  botib brbre bsbos cacat ceche chcha cocos crcre cscze cuchu cvchv cywel dadan deger dvdiv dzdzo eeewe elgre
  eneng eoepo esspa etest eubaq faper ffful fifin fjfij fofao frfre fyfry gagle gdgla glglg gngrn guguj gvglv
  hahau heheb hihin hohmo hrhrv hthat huhun hyarm hzher iaina idind ieile igibo iiiii ikipk ioido isice itita
  iuiku jajpn jvjav kageo kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor kykir
  lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimao mkmac mlmal mnmon mrmar msmay mtmlt
  mybur nanau nbnob ndnde nenep ngndo nldut nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs papan
  pipli plpol pspus ptpor quque rmroh rnrun rorum rurus rwkin sasan scsrd sdsnd sesme sgsag sisin skslo slslv
  smsmo snsna sosom sqalb srsrp ssssw stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk tntsn toton
  trtur tstso tttat tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor zazha zhchi
  zuzul`;

const BY_SHORT_CODE = new Map(
  CODES.trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 2), pair.slice(2)]),
);

/**
 * A BCP 47 tag such as `pt-BR` as the three letters of a track's Language (RFC 9559, section 12); undefined when it is
 * no tag. What has no two-letter code keeps its longer one, and `und` stands for what has neither.
 */
export function languageCode(tag: string): string | undefined {
  try {
    const { language } = new Intl.Locale(tag);
    return BY_SHORT_CODE.get(language) ?? (language.length === 3 ? language : 'und');
  } catch {
    return undefined;
  }
}
