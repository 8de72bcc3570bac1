/** What is said wherever an administrator acts as somebody else. */
export const borrowed = {
  label: 'You act as somebody else',
  acting: 'You are acting as {{name}} ({{email}})',
  actingNamed: '{{you}}, you are acting as {{name}} ({{email}})',
  short: 'Acting as {{name}}',
  until: 'until {{time}}',
  stop: 'Stop',
  stopping: 'Stop acting as {{name}}',
  refusedTitle: 'This is for {{name}} alone',
  refused: {
    email: 'While you act as somebody else you cannot change their address.',
    security: 'While you act as somebody else you cannot change their password.',
    connections: 'While you act as somebody else you cannot link or unlink a way to sign in.',
    danger: 'While you act as somebody else you cannot delete their account. An administrator removes a person on their own page.',
  },
} as const
