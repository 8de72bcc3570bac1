import { t as paymentText } from '#web/parts/payments/messages.ts'
import { SettingsGroup } from '#web/shell/layouts.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Card } from '#web/ui/display/card.tsx'
import { t } from './messages.ts'
import type { PaymentSettings } from './payments.tsx'

type TestCard = PaymentSettings['testCards'][number]

/** The cards that can be entered in test mode, each with what happens. */
export function TestCards({ cards }: { cards: readonly TestCard[] }) {
  return (
    <SettingsGroup text={t('cardsText')} title={t('cards')}>
      <Card>
        <ul aria-label={t('cards')}>
          {cards.map((card) => (
            <li
              className="grid items-center gap-x-16 gap-y-2 border-line wide:grid-cols-[192px_minmax(0,1fr)] px-16 py-8 text-label not-last:border-b"
              key={card.number}
            >
              <span className="inline-flex items-center gap-4">
                <span className="font-mono text-caption" translate="no">
                  {card.number.replace(/(.{4})(?=.)/g, '$1 ')}
                </span>
                <CopyButton name={t('number')} small value={card.number} />
              </span>
              <span className="text-muted">{outcomeOf(card)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </SettingsGroup>
  )
}

function outcomeOf({ outcome, saved, refund, fault, isDisputed }: TestCard): string {
  if (isDisputed) return t('disputed')
  if (fault !== null) return t(`faults.${fault}`)
  if (refund === 'pending') return t('refundPending')
  if (refund === 'fails') return t('refundFails')
  if (outcome === 'succeeds' && saved !== 'succeeds') return t('outcomes.savedDeclined', { reason: reasonOf(saved) })
  if (outcome === 'succeeds' || outcome === 'requires_action' || outcome === 'declines_later') return t(`outcomes.${outcome}`)
  return t('outcomes.declined', { reason: reasonOf(outcome) })
}

const reasonOf = (code: string): string => paymentText.find(`declines.${code}`) ?? code
