import { ResourceCombobox, useSearch } from '#web/parts/resource-combobox.tsx'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { ChosenList } from '#web/ui/inputs/chosen-list.tsx'
import { OrderedList } from '#web/ui/inputs/ordered-list.tsx'

/** A chosen product. */
export interface ChosenProduct {
  readonly id: string
  readonly name: string
}

/** Chooses up to `max` products on sale, in an order where `isOrdered`. Inside a `Field`. */
export function ProductPicker(props: {
  chosen: readonly ChosenProduct[]
  onChange: (products: readonly ChosenProduct[]) => void
  label: string
  placeholder: string
  name: string
  max: number
  isOrdered?: boolean
}) {
  const { chosen, onChange, label, placeholder, name, max, isOrdered = false } = props
  const organization = useOrganization()
  const may = useMay()
  const search = useSearch('products', { organizationId: organization.id, isArchived: false, sorting: ['name'] }, may('products:read'))
  const taken = new Set(chosen.map(({ id }) => id))
  return (
    <>
      {chosen.length > 0 &&
        (isOrdered ? (
          <OrderedList items={chosen} label={label} nameOf={(product) => product.name} onChange={onChange}>
            {(product) => <span className="block truncate text-label">{product.name}</span>}
          </OrderedList>
        ) : (
          <ChosenList items={chosen} label={label} onChange={onChange} />
        ))}
      <ResourceCombobox
        chosen={null}
        disabled={search.isEmpty || chosen.length >= max}
        items={search.items?.filter(({ id }) => !taken.has(id))}
        name={name}
        onChange={(product) => product !== null && onChange([...chosen, { id: product.id, name: product.name }])}
        optionOf={(product) => ({ label: product.name })}
        placeholder={placeholder}
        search={search}
      />
    </>
  )
}
