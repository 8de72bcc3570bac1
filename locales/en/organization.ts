export const organization = {
  welcome: {
    title: 'Create your first organization',
    lead: 'An organization owns products, customers and payments. You can invite others later.',
    name: 'Name',
    nameHint: 'Customers read it on checkouts and receipts.',
    slug: 'Address',
    slugHint: 'Part of the address of your dashboard and customer portal. Lower-case letters, digits and hyphens.',
    submit: 'Create organization',
    signOut: 'Sign out',
    signedInAs: 'Signed in as {{email}}',
    missingName: 'Enter a name.',
    missingSlug: 'Enter an address.',
    wrongSlug: 'Use lower-case letters, digits and hyphens; begin and end with a letter or digit.',
  },
} as const
