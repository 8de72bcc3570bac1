// The sentences with which the server says why Discord or GitHub did not give or take an access, and their messages: the server writes them in
// English for its API and its log.

/** The key of the message of each sentence. */
export const reasonKeys = {
  'Link your Discord account.': 'linkDiscord',
  'Link your GitHub account.': 'linkGithub',
  'Link your Discord account again: Discord no longer accepts the link.': 'linkDiscordAgain',
  'Leave a Discord server: your account is on as many as Discord allows.': 'tooManyServers',
  'The bot is not on the Discord server.': 'botMissing',
  'The member is banned from the Discord server.': 'banned',
  'The role no longer exists on the Discord server.': 'roleMissing',
  'The bot may not give the role: its own role has to be above it.': 'roleTooHigh',
  'The bot may not change the member: its own role has to be above theirs.': 'memberTooHigh',
  'Discord has not added the member yet.': 'notAddedYet',
  'This server has no Discord bot: its operator has not set one up.': 'noBot',
  'This server has no GitHub app: its operator has not set one up.': 'noApp',
  'The GitHub account no longer exists.': 'accountMissing',
  'GitHub refuses this permission, or this account, for the repository.': 'permissionRefused',
  'The GitHub app has no access to this repository.': 'repositoryHidden',
  'The GitHub app may not administer this repository.': 'mayNotAdminister',
  'The GitHub app is not installed on this repository.': 'notInstalled',
  'The GitHub app lacks the permission to administer this repository.': 'permissionMissing',
} as const

/** The key of the message of a sentence of the server; undefined for one with a detail of its own, such as a status. */
export const reasonKey = (sentence: string): (typeof reasonKeys)[keyof typeof reasonKeys] | undefined =>
  Object.hasOwn(reasonKeys, sentence) ? reasonKeys[sentence as keyof typeof reasonKeys] : undefined
