// The forms of the kinds of benefits. A new kind is a file in this folder and a line in the list.
import type { Benefit, BenefitType } from '#client/index.ts'
import type { Rule, Rules } from '#web/ui/inputs/rules.ts'
import { custom } from './custom.tsx'
import { discord } from './discord.tsx'
import { downloadables } from './downloadables.tsx'
import { githubRepository } from './github-repository.tsx'
import type { BenefitKindForm } from './kind.ts'
import { licenseKeys } from './license-keys.tsx'
import { meterCredit } from './meter-credit.tsx'

/** The kinds, in their order. */
const kindForms = [custom, licenseKeys, meterCredit, downloadables, discord, githubRepository] as const

type ValuesOf<Form> = Form extends { readonly valuesOf: (...input: never[]) => infer Values } ? Values : never
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void ? All : never

/** The kinds that have a form. */
export type FormType = (typeof kindForms)[number]['type']

/** The values of all kinds together. */
export type KindValues = Together<ValuesOf<(typeof kindForms)[number]>>

// Each kind reads only its own values of the whole.
// biome-ignore lint/suspicious/noExplicitAny: the values of all kinds are also the values of each
type AnyKindForm = BenefitKindForm<FormType, any>

const forms = kindForms as unknown as readonly AnyKindForm[]

/** Whether a kind has a form. */
export const isFormType = (type: BenefitType): type is FormType => forms.some((form) => form.type === type)

/** The form of a kind. */
export const kindForm = (type: FormType): AnyKindForm => forms.find((form) => form.type === type) ?? (custom as unknown as AnyKindForm)

/** The values of all kinds for a benefit, or for a new one. */
export const kindValuesOf = (benefit: Benefit | null): KindValues =>
  Object.assign({}, ...forms.map((form) => form.valuesOf(benefit?.type === form.type ? (benefit as never) : null))) as KindValues

/** What must hold for the values of the chosen kind. */
export function kindRules<V extends KindValues & { readonly type: FormType }>(): Rules<V> {
  const rules = forms.flatMap(({ type, rules: own }) =>
    Object.entries(own).map(([name, rule]) => {
      const check = rule as Rule<V, unknown>
      const ofKind: Rule<V, unknown> = (value, values) => (values.type === type ? check(value, values) : undefined)
      return [name, ofKind] as const
    }),
  )
  return Object.fromEntries(rules) as Rules<V>
}
