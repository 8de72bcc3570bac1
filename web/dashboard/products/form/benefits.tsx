import type { Benefit } from '#client/index.ts'
import { tKind } from '#web/parts/benefits/messages.ts'
import { t } from '#web/parts/products/messages.ts'
import { ResourceCombobox, useSearch } from '#web/parts/resource-combobox.tsx'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { Link } from '#web/ui/actions/link.tsx'
import { Field } from '#web/ui/inputs/field.tsx'
import { OrderedList } from '#web/ui/inputs/ordered-list.tsx'
import { benefitText } from '../../benefits/kinds/texts.ts'
import type { ProductSection, SectionProps } from './section.ts'

interface BenefitsValues {
  readonly benefits: readonly Benefit[]
}

const maxBenefits = 50

const idsOf = (benefits: readonly Benefit[]) => benefits.map(({ id }) => id)

/** The benefits that customers get, in the order that the merchant chose. */
export const benefits: ProductSection<BenefitsValues> = {
  title: () => t('form.benefits'),
  text: () => t('form.benefitsText'),
  valuesOf: (product) => ({ benefits: product?.benefits ?? [] }),
  rules: () => ({}),
  creationOf: (values) => ({ benefits: idsOf(values.benefits) }),
  changesOf: (values, product) => {
    const ids = idsOf(values.benefits)
    return ids.join() === idsOf(product.benefits).join() ? {} : { benefits: ids }
  },
  labels: { benefits: () => t('form.benefits') },
  reach: 'buyers',
  Fields: BenefitFields,
}

function BenefitFields({ form }: SectionProps<BenefitsValues>) {
  const chosen = form.values.benefits
  return (
    <>
      {chosen.length > 0 && (
        <OrderedList
          items={chosen}
          label={t('form.benefits')}
          nameOf={({ description }) => description}
          onChange={(next) => form.set({ benefits: next })}
        >
          {(benefit) => (
            <span className="grid min-w-0 text-label">
              <span className="truncate font-strong">{benefit.description}</span>
              <span className="truncate text-caption text-muted">
                {tKind(`${benefit.type}.name`)} · {benefitText(benefit)}
              </span>
            </span>
          )}
        </OrderedList>
      )}
      <AddBenefit chosen={chosen} error={form.field('benefits').error} onAdd={(benefit) => form.set({ benefits: [...chosen, benefit] })} />
    </>
  )
}

function AddBenefit(props: { chosen: readonly Benefit[]; error: string | undefined; onAdd: (benefit: Benefit) => void }) {
  const { chosen, error, onAdd } = props
  const organization = useOrganization()
  const may = useMay()
  const search = useSearch('benefits', { organizationId: organization.id, sorting: ['description'] }, may('benefits:read'))
  const taken = new Set(idsOf(chosen))
  // In a tab of its own: the form keeps what it holds, and reads the benefits again when it is back.
  const create = may('benefits:write') && (
    <Link href={`/dashboard/${organization.slug}/benefits/new`} rel="noreferrer" target="_blank">
      {t('form.createBenefit')}
    </Link>
  )
  return (
    <Field beside={create || undefined} error={error} hint={search.isEmpty ? t('form.noBenefits') : undefined} label={t('form.addBenefit')}>
      <ResourceCombobox
        chosen={null}
        disabled={search.isEmpty || chosen.length >= maxBenefits}
        items={search.items?.filter(({ id, selectable }) => selectable && !taken.has(id))}
        name="benefits"
        onChange={(benefit) => benefit !== null && onAdd(benefit)}
        optionOf={({ description }) => ({ label: description })}
        placeholder={t('form.chooseBenefit')}
        search={search}
      />
    </Field>
  )
}
