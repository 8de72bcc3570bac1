import { IconButton } from '../actions/icon-button.tsx'
import { CloseIcon } from '../icons/index.ts'
import { useLanguage } from '../language.tsx'
import type { OrderedItem } from './ordered-list.tsx'

/** Chosen items in no order, each with a button that removes it. `label` names the list. */
export function ChosenList<T extends OrderedItem & { readonly name: string }>(props: {
  items: readonly T[]
  label: string
  onChange: (items: readonly T[]) => void
}) {
  const { items, label, onChange } = props
  const { translate } = useLanguage()
  return (
    <ul aria-label={label} className="flex flex-wrap gap-8">
      {items.map((item) => (
        <li className="flex max-w-full items-center gap-4 rounded-control border border-line py-2 pr-2 pl-10 text-label" key={item.id}>
          <span className="min-w-0 truncate">{item.name}</span>
          <IconButton
            icon={CloseIcon}
            label={`${translate('remove')} ${item.name}`}
            onClick={() => onChange(items.filter(({ id }) => id !== item.id))}
          />
        </li>
      ))}
    </ul>
  )
}
