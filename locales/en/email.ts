/** The words of the letters that the product sends. */
export const email = {
  testMode: 'Test mode: nothing was charged.',
  receipt: {
    subject: 'Your receipt from {{merchant}}',
    subjectTest: '[Test] Your receipt from {{merchant}}',
    title: 'Thank you for your purchase',
    preview: '{{product}}, {{total}}',
    intro: 'You bought {{product}} from {{merchant}} on {{day}}.',
    discount: 'Discount',
    tax: 'Tax',
    total: 'Total paid',
    order: 'Order {{id}}',
    footer: 'You receive this because {{address}} was given when paying at {{merchant}}.',
  },
  webhookDisabled: {
    subject: 'Webhooks of {{organization}} have stopped',
    title: 'A webhook endpoint was switched off',
    intro: 'Nothing more is sent to {{endpoint}}.',
    gone: 'Its receiver answered 410, which asks for an end to deliveries.',
    failing: 'Ten events in a row could not be delivered, each after ten attempts.',
    silent: 'No delivery has succeeded for five days.',
    next: 'Events that waited for it were let go. When the receiver works again, switch the endpoint on and send again what matters.',
    open: 'Open the endpoint',
    footer: 'You receive this because you own {{organization}}.',
  },
} as const
