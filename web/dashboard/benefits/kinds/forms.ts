// The forms of the kinds of benefits. A new kind is a file in a folder of its own and a line in the table.
import type { Benefit, BenefitType } from '#client/index.ts'
import type { Rule, Rules } from '#web/ui/inputs/rules.ts'
import { custom } from './custom/form.tsx'
import { discord } from './discord/form.tsx'
import { downloadables } from './downloadables/form.tsx'
import { githubRepository } from './github-repository/form.tsx'
import type { BenefitKindForm } from './kind.ts'
import { licenseKeys } from './license-keys/form.tsx'
import { meterCredit } from './meter-credit/form.tsx'

const kindForms = {
  custom,
  discord,
  downloadables,
  github_repository: githubRepository,
  license_keys: licenseKeys,
  meter_credit: meterCredit,
} as const satisfies Readonly<Record<BenefitType, unknown>>

type KindForms = typeof kindForms

type ValuesOf<Form> = Form extends { readonly valuesOf: (...input: never[]) => infer Values } ? Values : never
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never

/** The values of all kinds together. */
export type KindValues = Together<ValuesOf<KindForms[BenefitType]>>

// Each kind reads only its own values of the whole.
// biome-ignore lint/suspicious/noExplicitAny: the values of all kinds are also the values of each
type AnyKindForm = BenefitKindForm<BenefitType, any>

const forms = Object.values(kindForms) as unknown as readonly AnyKindForm[]

/** Whether a text is the type of a kind. */
export const isBenefitType = (type: string): type is BenefitType => Object.hasOwn(kindForms, type)

/** The form of a kind. */
export const kindForm = (type: BenefitType): AnyKindForm => kindForms[type] as unknown as AnyKindForm

/** The values of all kinds for a benefit, or for a new one. */
export const kindValuesOf = (benefit: Benefit | null): KindValues =>
  Object.assign({}, ...forms.map((form) => form.valuesOf(benefit?.type === form.type ? (benefit as never) : null))) as KindValues

/** The rules for the values of the chosen kind. */
export function kindRules<V extends KindValues & { readonly type: BenefitType }>(): Rules<V> {
  const rules = forms.flatMap(({ type, rules: own }) =>
    Object.entries(own).map(([name, rule]) => {
      const check = rule as Rule<V, unknown>
      const ofKind: Rule<V, unknown> = (value, values) => (values.type === type ? check(value, values) : undefined)
      return [name, ofKind] as const
    }),
  )
  return Object.fromEntries(rules) as Rules<V>
}
