/** What merchants read about roles on a Discord server. */
export const merchant = {
  name: 'Discord role',
  text: 'A role on your Discord server.',
  words: { role: 'Role {{role}}' },
  detail: { role: 'Role' },
  form: {
    server: 'Discord server',
    serverConnected: 'Connected',
    serverMissing: 'Connect a Discord server.',
    serverHint: 'Discord asks which server gets the bot. You come back to this form, with what you entered.',
    role: 'Role ID',
    roleHint:
      'In Discord, turn on Developer Mode, open Server Settings → Roles, and copy the ID of the role. The role of the bot has to be above it.',
    roleInvalid: 'Enter the ID of the role: digits only.',
    roleChoice: 'Role',
    roleNone: 'Choose a role',
    roleOutOfReach: '{{name}} (the bot can’t give it)',
    roleChoiceHint: 'The role of the bot has to be above it: move it up in Discord under Server Settings → Roles.',
    kick: 'Remove members from the server when they lose their last benefit',
    serverRefused: 'Discord doesn’t accept the server. Check that the bot is still on it, or connect it again.',
    roleRefused: 'The bot can’t give this role. Check the ID, and that the role of the bot is above it.',
  },
} as const

/** What customers read about roles on a Discord server. */
export const customer = { granted: 'You have the role on Discord.' } as const
