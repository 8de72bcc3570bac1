/** What a subscription costs and when, at the checkout. Loaded where something that renews is sold. */
export const checkoutTerms = {
  month: '{{amount}} per month',
  year: '{{amount}} per year',
  due: '{{today}} today, then {{price}} from {{date}}.',
  trial: {
    day_one: '{{count}} day free.',
    day_other: '{{count}} days free.',
    week_one: '{{count}} week free.',
    week_other: '{{count}} weeks free.',
    month_one: '{{count}} month free.',
    month_other: '{{count}} months free.',
    year_one: '{{count}} year free.',
    year_other: '{{count}} years free.',
  },
  discount: {
    once: '{{value}} off the first payment.',
    forever: '{{value}} off every payment.',
    repeating_one: '{{value}} off for {{count}} month, then {{price}}.',
    repeating_other: '{{value}} off for {{count}} months, then {{price}}.',
  },
  usage: 'What you use is charged at the end of each period: {{prices}}.',
  unit: '{{meter}}, {{amount}} per unit',
  saved: 'Your card is saved and charged automatically for each renewal. You can cancel at any time.',
  savedTrial: 'Your card is saved and charged automatically from {{date}}. Cancel before then and you pay nothing.',
  openTrial: 'You need no card now. Without a saved payment method, the subscription ends on {{date}}.',
  free: 'You can cancel at any time.',
} as const
