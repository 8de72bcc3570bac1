/** The operator's webhooks, beside the messages of merchants' webhooks. */
export const adminWebhooks = {
  title: 'Webhooks',
  description: 'Guildhall calls these URLs when something happens to an account or an organization.',
  emptyTitle: 'No webhooks yet',
  emptyText:
    'A webhook tells your own systems that a user signed up, verified their e-mail, was deleted or joined an organization. Every call is signed, logged here and retried until your server accepts it.',
  history: 'Who changed this webhook appears here.',
} as const
