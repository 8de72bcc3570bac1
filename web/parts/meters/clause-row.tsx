import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons/index.ts'
import { Select } from '#web/ui/inputs/select.tsx'
import { TextInput } from '#web/ui/inputs/text-input.tsx'
import type { ClauseNode, ValueType } from './filter-tree.ts'
import { t } from './messages.ts'

const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const
const types: readonly ValueType[] = ['text', 'number', 'boolean']

/** A boolean is equal to another or not; it has no order and no parts. */
const booleanOperators = ['eq', 'ne'] as const

/** One condition: property, operator, and the value with its type. Where there is little space it has two lines. */
export function ClauseRow(props: {
  clause: ClauseNode
  /** Its place: `2.1`. */
  number: string
  name: string
  error: string | undefined
  onChange: (clause: ClauseNode | null) => void
}) {
  const { clause, number, name, error, onChange } = props
  const set = (part: Partial<ClauseNode>) => onChange({ ...clause, ...part })
  const invalid = error !== undefined || undefined
  const labelOf = (label: string) => `${label} ${number}`
  const offered = clause.type === 'boolean' ? booleanOperators : operators
  return (
    <div className="grid gap-4" data-node={clause.id}>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-8 wide:grid-cols-[minmax(0,3fr)_minmax(0,2.4fr)_minmax(0,2fr)_minmax(0,3fr)_auto]">
        <TextInput
          aria-invalid={invalid}
          aria-label={labelOf(t('form.property'))}
          autoComplete="off"
          mono
          name={name}
          onChange={(event) => set({ property: event.target.value })}
          placeholder="name"
          value={clause.property}
        />
        <Select
          aria-label={labelOf(t('form.operator'))}
          name={name}
          onChange={(event) => set({ operator: event.target.value as ClauseNode['operator'] })}
          value={clause.operator}
        >
          {offered.map((operator) => (
            <option key={operator} value={operator}>
              {t(`operators.${operator}`)}
            </option>
          ))}
        </Select>
        <span className="wide:order-last">
          <IconButton icon={CloseIcon} label={t('form.removeClause', { number })} onClick={() => onChange(null)} />
        </span>
        <Select
          aria-label={labelOf(t('form.type'))}
          name={name}
          onChange={(event) => set(asType(clause, event.target.value as ValueType))}
          value={clause.type}
        >
          {types.map((type) => (
            <option key={type} value={type}>
              {t(`form.types.${type}`)}
            </option>
          ))}
        </Select>
        {clause.type === 'boolean' ? (
          <Select
            aria-label={labelOf(t('form.value'))}
            name={name}
            onChange={(event) => set({ value: event.target.value })}
            value={clause.value}
          >
            <option value="true">{t('words.yes')}</option>
            <option value="false">{t('words.no')}</option>
          </Select>
        ) : (
          <TextInput
            aria-invalid={invalid}
            aria-label={labelOf(t('form.value'))}
            autoComplete="off"
            inputMode={clause.type === 'number' ? 'numeric' : undefined}
            name={name}
            onChange={(event) => set({ value: event.target.value })}
            value={clause.value}
          />
        )}
      </div>
      {error !== undefined && <p className="text-caption text-bad">{error}</p>}
    </div>
  )
}

/** The condition with a value of another type. */
function asType({ operator, value }: ClauseNode, type: ValueType): Partial<ClauseNode> {
  if (type !== 'boolean') return { type, value: value === 'true' || value === 'false' ? '' : value }
  return { type, value: value === 'false' ? 'false' : 'true', operator: operator === 'ne' ? 'ne' : 'eq' }
}
