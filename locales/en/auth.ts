/** What the sign-in page says, and what every public page may need. The other pages of signing in: `auth-further.ts`. */
export const auth = {
  product: 'Guildhall',
  signIn: {
    title: 'Sign in',
    lead: 'Welcome back.',
    closed: 'No way of signing in is switched on here. Ask whoever runs this site.',
    submit: 'Sign in',
    remember: 'Keep me signed in on this device',
    newHere: 'New here?',
    create: 'Create an account',
    forgot: 'Forgot password?',
    verify: 'Mail me a new link',
  },
  field: {
    emailOrUsername: 'E-mail or user name',
    email: 'E-mail',
    password: 'Password',
  },
  missing: {
    emailOrUsername: 'Enter your e-mail address or user name.',
    email: 'Enter your e-mail address.',
    password: 'Enter your password.',
  },
  waitSeconds_one: 'Too many attempts. Try again in {{count}} second.',
  waitSeconds_other: 'Too many attempts. Try again in {{count}} seconds.',
  waitMinutes_one: 'Too many attempts. Try again in {{count}} minute.',
  waitMinutes_other: 'Too many attempts. Try again in {{count}} minutes.',
} as const
