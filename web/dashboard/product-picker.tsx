import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/api.ts'
import { useMay } from '#web/shell/access/permission.ts'
import { useOrganization } from '#web/shell/organizations.ts'
import { ChosenList } from '#web/ui/inputs/chosen-list.tsx'
import { OrderedList } from '#web/ui/inputs/ordered-list.tsx'
import { Select } from '#web/ui/inputs/select.tsx'

/** A chosen product. */
export interface ChosenProduct {
  readonly id: string
  readonly name: string
}

const maxListed = 100

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
  const query = { organizationId: organization.id, isArchived: false, limit: maxListed, sorting: ['name'] } as const
  const found = useQuery({ ...apiQuery('products', 'list', query), enabled: may('products:read') })
  const taken = new Set(chosen.map(({ id }) => id))
  const choices = found.data?.items.filter(({ id }) => !taken.has(id)) ?? []
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
      <Select
        disabled={choices.length === 0 || chosen.length >= max}
        name={name}
        onChange={(event) => {
          const product = choices.find(({ id }) => id === event.target.value)
          if (product !== undefined) onChange([...chosen, { id: product.id, name: product.name }])
        }}
        value=""
      >
        <option value="">{placeholder}</option>
        {choices.map((product) => (
          <option key={product.id} value={product.id}>
            {product.name}
          </option>
        ))}
      </Select>
    </>
  )
}
