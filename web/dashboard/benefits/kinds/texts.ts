// The texts of the kinds of benefits. A new kind is a file in a folder of its own and a line in the table.
import type { Benefit, BenefitType } from '#client/index.ts'
import { custom } from './custom/texts.tsx'
import { discord } from './discord/texts.tsx'
import { downloadables } from './downloadables/texts.tsx'
import { githubRepository } from './github-repository/texts.tsx'
import type { BenefitKindTexts } from './kind.ts'
import { licenseKeys } from './license-keys/texts.tsx'
import { meterCredit } from './meter-credit/texts.tsx'

const kindTexts: { readonly [T in BenefitType]: BenefitKindTexts<T> } = {
  custom,
  discord,
  downloadables,
  github_repository: githubRepository,
  license_keys: licenseKeys,
  meter_credit: meterCredit,
}

// biome-ignore lint/suspicious/noExplicitAny: a kind of any properties; each call gives a kind its own
type AnyKindTexts = BenefitKindTexts<any>

/** The texts of a kind; undefined for one that the server has had only since the page was loaded. */
export const textsOf = (type: BenefitType): AnyKindTexts | undefined => kindTexts[type]

/** The content of a benefit, in one line. */
export const benefitText = ({ type, properties }: Benefit): string => textsOf(type)?.line(properties) ?? ''
