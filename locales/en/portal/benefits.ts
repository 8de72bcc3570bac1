/** The messages of what customers get, in their portal. */
export const portalBenefits = {
  lead: 'What comes with what you bought.',
  empty: 'No benefits yet',
  emptyText: 'Downloads, license keys and memberships from {{merchant}} will be here.',
  pendingText: 'It’s being prepared. Load the page again in a moment.',
  failedText: 'It couldn’t be prepared yet. We’re trying again; if it takes long, contact the seller.',
  status: { granted: 'Active', needsYou: 'Needs you', failed: 'Failed', pending: 'In preparation', ended: 'Ended' },
  account: {
    link: 'Link {{provider}}',
    relink: 'Link another {{provider}} account',
    unlink: 'Unlink',
    unlinkTitle: 'Unlink your {{provider}} account?',
    unlinkText: 'Access that you have stays until it ends. For new access, you link an account again.',
    linked: 'Your {{provider}} account is linked. Your access follows in a moment.',
    unlinked: '{{provider}} account unlinked',
    needed: 'Link your {{provider}} account to receive your access.',
    pending: 'Your access is being prepared. Load the page again in a moment.',
    failed:
      'Your access couldn’t be set up. Check that the {{provider}} account below is yours and still active, or link another one. If it persists, contact the seller.',
    errors: {
      account_taken: 'Another customer has linked this {{provider}} account. Sign in to {{provider}} with another one, then try again.',
      try_again: '{{provider}} didn’t respond. Try again in a moment.',
      not_accepted: '{{provider}} didn’t confirm your account. Try again.',
      other: 'The {{provider}} account wasn’t linked. Try again.',
    },
  },
} as const
