/** The messages of the sign-in page, and those that every public page may need. The other authentication pages: `auth-further.ts`. */
export const auth = {
  product: 'Guildhall',
  signIn: {
    title: 'Sign in',
    description: 'Welcome back.',
    closed: 'No sign-in method is available on this site. Ask the administrator to fix this.',
    submit: 'Sign in',
    remember: 'Keep me signed in on this device',
    newHere: 'New here?',
    create: 'Create an account',
    forgot: 'Forgot password?',
    verify: 'Send me a new link',
  },
  field: {
    emailOrUsername: 'E-mail or username',
    email: 'E-mail',
    password: 'Password',
  },
  missing: {
    emailOrUsername: 'Enter your e-mail address or username.',
    email: 'Enter your e-mail address.',
    password: 'Enter your password.',
  },
  invalidField: 'Check this field.',
  waitSeconds_one: 'Too many attempts. Try again in {{count}} second.',
  waitSeconds_other: 'Too many attempts. Try again in {{count}} seconds.',
  waitMinutes_one: 'Too many attempts. Try again in {{count}} minute.',
  waitMinutes_other: 'Too many attempts. Try again in {{count}} minutes.',
} as const
