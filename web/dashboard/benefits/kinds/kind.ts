import type { ComponentType } from 'react'
import type { Benefit, BenefitCreate, BenefitType } from '#client/index.ts'
import type { PropertiesOf } from '#web/parts/benefits/kinds.ts'
import type { FaultTable } from '#web/parts/field-faults.ts'
import type { useForm } from '#web/parts/use-form.ts'
import type { DetailPlace } from '#web/shell/detail/resource-detail.tsx'
import type { Rules } from '#web/ui/inputs/rules.ts'

/** What the page of a benefit gives its details. */
export interface KindDetailsProps<T extends BenefitType> {
  readonly properties: PropertiesOf<T>
  readonly place: DetailPlace
}

/** What the dashboard says of the benefits of one kind. */
export interface BenefitKindTexts<T extends BenefitType> {
  /** What a benefit gives, in one line. */
  readonly line: (properties: PropertiesOf<T>) => string
  /** What it gives, on its page. */
  readonly Details: ComponentType<KindDetailsProps<T>>
}

/** The properties of a kind as they are sent. */
export type SentProperties<T extends BenefitType> = Extract<BenefitCreate, { readonly type: T }>['properties']

/** What the fields of a kind need of the form: its own values and their inputs. */
export type KindForm<Values extends object> = Pick<ReturnType<typeof useForm<Values, unknown>>, 'values' | 'set' | 'field' | 'text'>

/** The form of one kind of benefit. The names of its values are its own in the whole form. */
export interface BenefitKindForm<T extends BenefitType, Values extends object> {
  readonly type: T
  /** The values of a benefit of this kind, or of a new one. */
  readonly valuesOf: (benefit: Extract<Benefit, { readonly type: T }> | null) => Values
  /** What must hold for them; only those of the chosen kind count. */
  readonly rules: Rules<Values>
  /** Where the server's problems below `properties` belong. */
  readonly paths: FaultTable<keyof Values & string>['paths']
  /** What they mean there, where the type of a problem says too little. */
  readonly texts?: () => FaultTable<keyof Values & string>['texts']
  readonly propertiesOf: (values: Values) => SentProperties<T>
  readonly Fields: ComponentType<{ readonly form: KindForm<Values> }>
}
