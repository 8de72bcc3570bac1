/** The Discord servers and GitHub accounts that a merchant connects for benefits. */
export const connections = {
  title: 'Connections',
  providers: { github: 'GitHub' },
  text: 'The account that administers the repositories of your benefits.',
  none: 'No account is connected. You connect one in the form of a benefit.',
  connectedAt: 'Connected',
  connect: { discord: 'Connect a Discord server', github: 'Connect a GitHub account' },
  again: { discord: 'Connect another server', github: 'Connect another account' },
  unavailable: {
    discord: 'Not available: the operator of this server hasn’t set up a Discord bot.',
    github: 'Not available: the operator of this server hasn’t set up a GitHub app.',
  },
  remove: 'Remove {{name}}',
  removeTitle: 'Remove {{name}}?',
  removeText: 'Customers keep the access that they have. Until you connect another account, no one gets access to a repository.',
  removeAction: 'Remove',
  removed: '{{name}} removed',
  linked: {
    discord: 'Discord server connected. Choose the role.',
    github: 'GitHub account connected.',
  },
  failed: {
    access_denied: 'Nothing was connected: the request was declined.',
    account_taken: 'Nothing was connected: the account belongs to another customer.',
    not_accepted: 'Nothing was connected: the provider refused the request. Connect again.',
    not_permitted: 'Nothing was connected: you may no longer change the benefits of this organization.',
    try_again: 'Nothing was connected: the provider can’t be reached. Connect again in a few minutes.',
  },
} as const
