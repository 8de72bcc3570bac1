import { decimalsOf } from './numbers/currency-decimals.ts'

const CURRENCIES =
  'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob bov brl bsd btn bwp byn bzd cad cdf che chf chw cny cop cou ' +
  'crc cup cve czk dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gtq gyd hkd hnl htg huf idr ils inr irr jmd kes kgs khr ' +
  'kpw kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn mxv myr mzn nad ngn nio nok npr nzd pab pen pgk ' +
  'php pkr pln qar ron rsd rub sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt top try ttd twd tzs uah usd ' +
  'usn uyu uzs ved ves wst xcd xcg yer zar zmw zwg ' +
  'bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf bhd iqd jod kwd lyd omr tnd'

/** ISO 4217 code (lower case) to the decimals of its minor unit: 0, 2 or 3 (rule M4). Metals, funds and four-decimal units are left out. */
export const exponents: Readonly<Record<string, number>> = Object.fromEntries(
  CURRENCIES.split(' ').map((code) => [code, decimalsOf(code)] as const),
)

/** The smallest chargeable amount that card networks accept, in minor units, where it differs from the default in `money.ts`. */
export const minimums: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  czk: 1500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  mga: 100,
  mxn: 1000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1000,
}
