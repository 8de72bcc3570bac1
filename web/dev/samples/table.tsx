import { useState } from 'react'
import { Avatar } from '#web/parts/avatar.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { FilteredEmpty } from '#web/ui/display/empty.tsx'
import { Pagination } from '#web/ui/display/pagination.tsx'
import { SearchField } from '#web/ui/display/search-field.tsx'
import { SelectionBar } from '#web/ui/display/selection-bar.tsx'
import { Skeletons } from '#web/ui/display/skeleton.tsx'
import { type Column, type Sort, Table } from '#web/ui/display/table.tsx'
import { CopyShapeIcon, OpenIcon, StopIcon } from '#web/ui/icons/index.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { Amount } from '#web/ui/text/amount.tsx'
import { Status, type StatusTone } from '#web/ui/text/status.tsx'
import { Sample } from './sample.tsx'

interface Order {
  id: string
  name: string
  status: readonly [StatusTone, string]
  product: string
  amount: number
  at: string
}

const orders: readonly Order[] = [
  { id: '1', name: 'Jonas Weber', status: ['good', 'Paid'], product: 'Template Library', amount: 10_591, at: '39 min ago' },
  { id: '2', name: 'Juno Analytics', status: ['good', 'Paid'], product: 'Relay Team', amount: 18_029, at: 'Yesterday' },
  { id: '3', name: 'Aoife Byrne', status: ['ended', 'Refunded'], product: 'Relay Solo', amount: 3567, at: 'Yesterday' },
  {
    id: '4',
    name: 'A customer with a name that is longer than its column',
    status: ['warn', 'Retrying'],
    product: 'Relay Team',
    amount: 20_100,
    at: '2 days ago',
  },
]
const columns: readonly Column<Order>[] = [
  {
    id: 'customer',
    head: 'Customer',
    cell: ({ name }) => (
      <span className="flex items-center gap-12">
        <Avatar name={name} />
        <span className="truncate">{name}</span>
      </span>
    ),
  },
  { id: 'status', head: 'Status', cell: ({ status: [tone, word] }) => <Status tone={tone}>{word}</Status> },
  { id: 'product', head: 'Product', quiet: true, narrow: 'hide', cell: ({ product }) => product },
  { id: 'amount', head: 'Amount', align: 'end', sort: 'amount', cell: ({ amount }) => <Amount currency="eur" value={amount} /> },
  { id: 'at', head: 'Paid', align: 'end', quiet: true, narrow: 'hide', sort: 'created_at', cell: ({ at }) => at },
]

export function TableSamples() {
  const [sort, setSort] = useState<Sort>({ by: 'created_at', descending: true })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['2']))
  const [query, setQuery] = useState('')
  const [page, setPage] = useState(1)
  return (
    <>
      <div>
        <SearchField onQuery={setQuery} placeholder="Customer, email or id" query={query} />
        <Table
          actionsOf={({ name }) => [
            { label: 'Open', icon: OpenIcon, shortcut: 'enter', onSelect: () => toast(`Opened ${name}`) },
            { label: 'Copy id', icon: CopyShapeIcon, onSelect: () => toast('Id copied') },
            'line',
            { label: 'Refund…', icon: StopIcon, danger: true },
          ]}
          columns={columns}
          hrefOf={({ id }) => `#order-${id}`}
          idOf={({ id }) => id}
          label="Orders"
          nameOf={({ name }) => name}
          onSelect={setSelected}
          onSort={setSort}
          rows={orders}
          selected={selected}
          sort={sort}
        />
        <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
          <Button>Export</Button>
        </SelectionBar>
        <Pagination limit={4} onPage={setPage} page={page} total={243} />
      </div>
      <Sample name="No match for the filters" stack>
        <Table
          columns={columns}
          empty={<FilteredEmpty action={<Button>Clear filters</Button>} title="No orders match these filters." />}
          idOf={({ id }) => id}
          label="No orders"
          nameOf={({ name }) => name}
          rows={[]}
        />
      </Sample>
      <Sample name="Stale, while other rows load" stack>
        <Table
          columns={columns}
          dense
          idOf={({ id }) => id}
          label="Stale orders"
          nameOf={({ name }) => name}
          rows={orders.slice(0, 2)}
          stale
        />
      </Sample>
      <Sample name="Skeletons" stack>
        <Skeletons label="Loading" rows={3} />
      </Sample>
    </>
  )
}
