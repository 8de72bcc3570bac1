import type { Aggregation, EventFilter, EventFilterClause } from '#client/index.ts'
import { t } from './messages.ts'

/** A meter in a sentence: `Sum of tokens where name is “ai.tokens”`. */
export function meterText({ filter, aggregation }: { readonly filter: EventFilter; readonly aggregation: Aggregation }): string {
  const what = aggregationText(aggregation)
  return filter.clauses.length === 0 ? t('words.all', { what }) : t('words.where', { what, filter: filterText(filter) })
}

/** The method by which events count: `Sum of tokens`. */
export const aggregationText = (aggregation: Aggregation): string =>
  aggregation.func === 'count' ? t('words.count') : t(`words.${aggregation.func}`, { property: aggregation.property })

// A group within another one is in brackets, unless it has one clause alone.
function filterText({ conjunction, clauses }: EventFilter): string {
  const texts = clauses
    .filter((clause) => !('clauses' in clause) || clause.clauses.length > 0)
    .map((clause) => {
      if (!('clauses' in clause)) return clauseText(clause)
      const text = filterText(clause)
      return clause.clauses.length > 1 && clauses.length > 1 ? `(${text})` : text
    })
  return texts.reduce((before, after) => (before === '' ? after : t(`words.${conjunction}`, { before, after })), '')
}

function clauseText({ property, operator, value }: EventFilterClause): string {
  const text =
    typeof value === 'boolean'
      ? t(value ? 'words.yes' : 'words.no')
      : typeof value === 'number'
        ? String(value)
        : t('words.text', { text: value })
  return t('words.clause', { property, operator: t(`operators.${operator}`), value: text })
}
