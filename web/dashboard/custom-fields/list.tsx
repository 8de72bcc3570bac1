import { useState } from 'react'
import type { Command } from '#web/command.ts'
import { copy } from '#web/parts/copy.ts'
import { DeleteFieldDialog } from '#web/parts/custom-fields/delete-dialog.tsx'
import { t } from '#web/parts/custom-fields/messages.ts'
import { instantsOf } from '#web/shell/list/filter-values.ts'
import { type Item, type ListActions, type ListPlace, resourceList } from '#web/shell/list/resource-list.tsx'
import { Empty } from '#web/ui/display/empty.tsx'
import { CopyShapeIcon, ListIcon, PencilIcon, PlusIcon, TrashIcon } from '#web/ui/icons/index.ts'
import { Time } from '#web/ui/text/time.tsx'
import { customFieldFilters } from './custom-field.list.ts'
import { fieldTypes } from './field-types.ts'

type Field = Item<'customFields'>

/** All custom fields of a merchant; a row opens its form. */
export default resourceList({
  call: 'customFields',
  kinds: customFieldFilters,
  sort: 'name',
  title: () => t('title'),
  searchLabel: () => t('search'),
  count: (count) => t('count', { count }),
  filters: () => ({
    type: { label: () => t('type'), options: () => fieldTypes.map((value) => ({ value, label: t(`kinds.${value}.name`) })) },
    created: { label: () => t('created') },
  }),
  queryOf: ({ type, created = {} }, query) => ({
    query,
    type: type === undefined ? undefined : [type as Field['type']],
    ...instantsOf(created),
  }),
  columns: [
    { id: 'name', head: () => t('name'), cell: ({ name }) => name, sort: 'name' },
    { id: 'type', head: () => t('type'), cell: ({ type }) => t(`kinds.${type}.name`), narrow: 'second', sort: 'type', optional: true },
    {
      id: 'slug',
      head: () => t('slug'),
      cell: ({ slug }) => <span className="font-mono text-caption">{slug}</span>,
      narrow: 'hide',
      sort: 'slug',
      optional: true,
    },
    {
      id: 'created',
      head: () => t('created'),
      cell: ({ createdAt }) => <Time at={createdAt} />,
      align: 'end',
      quiet: true,
      narrow: 'hide',
      sort: 'created_at',
      optional: true,
    },
  ],
  nameOf: ({ name }) => name,
  hrefOf: ({ id }, at) => `${at}/custom-fields/${id}`,
  noMatches: () => t('noMatches'),
  empty: ({ action }) => <Empty action={action} icon={ListIcon} text={t('empty.text')} title={t('empty.title')} />,
  useActions: useFieldActions,
})

function useFieldActions({ at, go }: ListPlace): ListActions<Field> {
  const [deleting, setDeleting] = useState<Field | undefined>()
  const [isOpen, setIsOpen] = useState(false)
  const onDelete = (field: Field) => {
    setDeleting(field)
    setIsOpen(true)
  }
  return {
    create: {
      id: 'field-new',
      label: t('actions.new'),
      icon: PlusIcon,
      run: () => go(`${at}/custom-fields/new`),
      shortcut: 'c',
      needs: 'custom_fields:write',
    },
    commandsOf: (field) => commandsOf(field, { open: () => go(`${at}/custom-fields/${field.id}`), remove: () => onDelete(field) }),
    overlays: <DeleteFieldDialog field={deleting} onClose={() => setIsOpen(false)} open={isOpen} />,
  }
}

function commandsOf({ id }: Field, run: { readonly open: () => void; readonly remove: () => void }): readonly (readonly Command[])[] {
  return [
    [
      { id: 'field-open', label: t('actions.open'), icon: PencilIcon, run: run.open, shortcut: 'enter', needs: 'custom_fields:write' },
      { id: 'field-copy-id', label: t('actions.copyId'), icon: CopyShapeIcon, run: () => copy(id, t('actions.idCopied')) },
    ],
    [
      {
        id: 'field-delete',
        label: t('actions.deleteDots'),
        icon: TrashIcon,
        run: run.remove,
        danger: true,
        needs: 'custom_fields:write',
      },
    ],
  ]
}
