import type { ReactNode } from 'react'
import { Card, CardBody } from '#web/ui/display/card.tsx'
import { useCurrentFaults } from '#web/ui/inputs/current-faults.ts'
import { Field } from '#web/ui/inputs/field.tsx'
import { Form } from '#web/ui/inputs/form.tsx'
import { KeyValueEditor } from '#web/ui/inputs/key-value-editor.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import { Textarea } from '#web/ui/inputs/textarea.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { formFaultText } from '../field-faults.ts'
import type { FaultMessages, OtherMessage, ProductFaults, ProductValues } from './form-values.ts'
import { t } from './messages.ts'
import { type PriceValues, priceForm } from './price-forms.tsx'

const noFaults: ProductFaults = {}

/** The messages of the form's faults. */
export function useFaultMessages(): FaultMessages & OtherMessage {
  const { locale } = useLanguage()
  return {
    locale,
    name: t('form.nameMissing'),
    keyMissing: t('form.keyMissing'),
    keyDuplicate: t('form.keyDuplicate'),
    other: (error) => `${t('form.failed')} ${formFaultText(error)}`,
  }
}

/**
 * The form of a product: about, price, metadata. `group` renders a settings group around each; `former` is the price before the edit,
 * null for a new product.
 */
export function ProductForm(props: {
  values: ProductValues
  onChange: (values: ProductValues) => void
  faults: ProductFaults | null
  former: PriceValues | null
  busy: boolean
  onSubmit: () => void
  group: (group: { title: string; text: ReactNode; children: ReactNode }) => ReactNode
  children: ReactNode
}) {
  const { values, onChange, former, group } = props
  const faults = useCurrentFaults(props.faults ?? noFaults, values)
  const set = (change: Partial<ProductValues>) => onChange({ ...values, ...change })
  const { Fields, aboutOf } = priceForm(values.price.kind)
  return (
    <Form
      busy={props.busy}
      className="grid grid-cols-[minmax(0,1fr)] gap-48 max-wide:gap-32"
      faults={props.faults}
      onSubmit={props.onSubmit}
      saveKey
    >
      {group({
        title: t('form.details'),
        text: t('form.detailsText'),
        children: (
          <Card>
            <CardBody>
              <Field error={faults.name} label={t('name')} required>
                <TextInput autoComplete="off" onChange={(event) => set({ name: event.target.value })} value={values.name} />
              </Field>
              <Field error={faults.description} label={t('form.description')} optional>
                <Textarea onChange={(event) => set({ description: event.target.value })} value={values.description} />
              </Field>
            </CardBody>
          </Card>
        ),
      })}
      {group({
        title: t('form.price'),
        text: former === null ? aboutOf(values.price) : t('form.priceChangeText'),
        children: (
          <Card>
            <CardBody>
              <Fields error={faults.price} former={former} onChange={(price) => set({ price })} values={values.price} />
            </CardBody>
          </Card>
        ),
      })}
      {group({
        title: t('form.metadata'),
        text: t('form.metadataText'),
        children: (
          <Card>
            <CardBody>
              <KeyValueEditor errors={faults.pairs} onChange={(pairs) => set({ pairs })} pairs={values.pairs} />
            </CardBody>
          </Card>
        ),
      })}
      {props.children}
    </Form>
  )
}
