/** The messages of an impersonation session, on every page. */
export const impersonation = {
  label: 'Impersonation',
  acting: 'You’re impersonating {{name}} ({{email}})',
  actingNamed: '{{you}}, you’re impersonating {{name}} ({{email}})',
  short: 'Impersonating {{name}}',
  until: 'until {{time}}',
  stop: 'Stop',
  stopping: 'Stop impersonating {{name}}',
  refusedTitle: 'Only {{name}} can do this',
  refused: {
    email: 'You can’t change their e-mail address while impersonating.',
    security: 'You can’t change their password while impersonating.',
    connections: 'You can’t link or unlink sign-in methods while impersonating.',
    danger: 'You can’t delete their account while impersonating. Remove the user under Administration instead.',
  },
} as const
