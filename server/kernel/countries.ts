// The countries and states that addresses name: the server checks them, and the checkout offers them.

/** ISO 3166-1 alpha-2, sorted. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI ' +
  'CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ ' +
  'GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS ' +
  'LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG ' +
  'PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK ' +
  'TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

/** A state, province or territory. */
export interface State {
  /** ISO 3166-2 without the country prefix; for the United States also the codes of its postal service. */
  readonly code: string
  /** In English: browsers have no names of states. */
  readonly name: string
}

const STATES: Readonly<Record<string, readonly State[]>> = {
  US: parsed(
    'AL Alabama,AK Alaska,AS American Samoa,AZ Arizona,AR Arkansas,AA Armed Forces Americas,AE Armed Forces Europe,' +
      'AP Armed Forces Pacific,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,GU Guam,' +
      'HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,' +
      'MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,' +
      'NY New York,NC North Carolina,ND North Dakota,MP Northern Mariana Islands,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,' +
      'PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UM U.S. Minor Outlying Islands,' +
      'VI U.S. Virgin Islands,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming',
  ),
  CA: parsed(
    'AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,NT Northwest Territories,' +
      'NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon',
  ),
}

function parsed(lines: string): readonly State[] {
  return lines.split(',').map((line) => ({ code: line.slice(0, 2), name: line.slice(3) }))
}

/** The states of the two countries whose addresses need one, sorted by name; undefined for other countries. */
export function statesOf(country: string): readonly State[] | undefined {
  return Object.hasOwn(STATES, country) ? STATES[country] : undefined
}

/** Whether a place is a country, or one of its states that are known: `DE`, `US-NY`. */
export function isPlace(place: string): boolean {
  const [country = '', state, ...rest] = place.split('-')
  if (!countryCodes.includes(country) || rest.length > 0) return false
  return state === undefined || (statesOf(country)?.some(({ code }) => code === state) ?? false)
}
