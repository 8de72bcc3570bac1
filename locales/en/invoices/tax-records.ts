/** What Stripe Tax has recorded of orders. */
export const taxRecords = {
  title: 'Stripe Tax',
  kinds: { sale: 'Sale', reversal: 'Given back', restoration: 'Refund sent back by the bank' },
  tax: 'Tax',
  states: { pending: 'Waiting', recorded: 'Recorded', failed: 'Not recorded' },
  meanings: {
    pending: 'Guildhall sends it to Stripe Tax within a minute, and again while Stripe doesn’t answer.',
    recorded: 'The reports of Stripe Tax contain it.',
    failed: 'The reports of Stripe Tax don’t contain it.',
  },
  failures: {
    refused: 'Stripe Tax doesn’t accept it.',
    other_tax: 'Stripe Tax works out another tax now than this order has.',
    currency: 'Stripe Tax counts amounts of this currency in other units.',
    original_failed: 'What it belongs to wasn’t recorded.',
  },
  transaction: 'Transaction at Stripe Tax',
  unanswered: 'Stripe didn’t answer, or doesn’t let this server write tax transactions. It’s sent again.',
  waiting_one:
    '{{count}} transaction has waited for Stripe Tax for more than a day. Ask the operator whether the key of Stripe may write tax transactions.',
  waiting_other:
    '{{count}} transactions have waited for Stripe Tax for more than a day. Ask the operator whether the key of Stripe may write tax transactions.',
  missing_one: 'The reports of Stripe Tax lack {{count}} transaction. Add it where you file your taxes.',
  missing_other: 'The reports of Stripe Tax lack {{count}} transactions. Add them where you file your taxes.',
  orders: 'Orders',
} as const
