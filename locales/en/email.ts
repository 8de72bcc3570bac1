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
} as const
