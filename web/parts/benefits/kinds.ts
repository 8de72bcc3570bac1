// The properties of the kinds of benefits that all pages know. A new kind is a line in the table.
import type { Benefit, BenefitType } from '#client/index.ts'
import type { Icon } from '#web/ui/icons/icon.tsx'
import { BranchIcon, DownloadIcon, FileIcon, GaugeIcon, KeyShapeIcon, SpeechIcon } from '#web/ui/icons/index.ts'

interface BenefitKind {
  readonly icon: Icon
  /** Where customers link the account that gets the access; null where they need none. */
  readonly provider: 'discord' | 'github' | null
}

/** The kinds in the order in which they are offered. */
export const benefitKinds: Readonly<Record<BenefitType, BenefitKind>> = {
  custom: { icon: FileIcon, provider: null },
  license_keys: { icon: KeyShapeIcon, provider: null },
  meter_credit: { icon: GaugeIcon, provider: null },
  downloadables: { icon: DownloadIcon, provider: null },
  discord: { icon: SpeechIcon, provider: 'discord' },
  github_repository: { icon: BranchIcon, provider: 'github' },
}

/** The types in the same order. */
export const benefitTypes = Object.keys(benefitKinds) as readonly BenefitType[]

/** The properties of a benefit of one kind. */
export type PropertiesOf<T extends BenefitType> = Extract<Benefit, { readonly type: T }>['properties']
