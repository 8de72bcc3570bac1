import type { ComponentType } from 'react'
import type { Benefit, BenefitCreate, BenefitType } from '#client/index.ts'
import type { PropertiesOf } from '#web/parts/benefits/kinds.ts'
import type { FaultTable } from '#web/parts/field-faults.ts'
import type { useForm } from '#web/parts/use-form.ts'
import type { DetailPlace } from '#web/shell/detail/resource-detail.tsx'
import type { Rules } from '#web/ui/inputs/rules.ts'

/** The properties that the page of a benefit passes to its details. */
export interface KindDetailsProps<T extends BenefitType> {
  readonly properties: PropertiesOf<T>
  readonly place: DetailPlace
}

/** The texts of the dashboard for the benefits of one kind. */
export interface BenefitKindTexts<T extends BenefitType> {
  /** The content of a benefit, in one line. */
  readonly line: (properties: PropertiesOf<T>) => string
  /** Its content, on its page. */
  readonly Details: ComponentType<KindDetailsProps<T>>
}

/** The properties of a kind as they are sent. */
export type SentProperties<T extends BenefitType> = Extract<BenefitCreate, { readonly type: T }>['properties']

/** The parts of the form that the fields of a kind need: its own values and their inputs. */
export type KindForm<Values extends object> = Pick<ReturnType<typeof useForm<Values, unknown>>, 'values' | 'set' | 'field' | 'text'>

/** The form of one kind of benefit. The names of its values are its own in the whole form. */
export interface BenefitKindForm<T extends BenefitType, Values extends object> {
  readonly type: T
  /** The values of a benefit of this kind, or of a new one. */
  readonly valuesOf: (benefit: Extract<Benefit, { readonly type: T }> | null) => Values
  /** The rules for the values; only those of the chosen kind count. */
  readonly rules: Rules<Values>
  /** Where the server's problems below `properties` belong. */
  readonly paths: FaultTable<keyof Values & string>['paths']
  /** The meanings of these problems there, where the type of a problem says too little. */
  readonly texts?: () => FaultTable<keyof Values & string>['texts']
  readonly propertiesOf: (values: Values) => SentProperties<T>
  readonly Fields: ComponentType<{ readonly form: KindForm<Values> }>
}
