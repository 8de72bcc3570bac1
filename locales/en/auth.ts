export const auth = {
  product: 'Guildhall',
  signIn: {
    title: 'Sign in',
    lead: 'Welcome back.',
    submit: 'Sign in',
    remember: 'Keep me signed in on this device',
    newHere: 'New here?',
    create: 'Create an account',
  },
  signUp: {
    title: 'Create an account',
    lead: 'One account for every organization you belong to.',
    submit: 'Create account',
    haveOne: 'Already have an account?',
    signIn: 'Sign in',
    passwordHint: 'At least 8 characters. A sentence is fine.',
    checkMailTitle: 'Check your mail',
    checkMail: 'We sent a link to {{email}}. Open it to confirm the address, then sign in.',
  },
  field: {
    name: 'Name',
    email: 'E-mail',
    password: 'Password',
  },
  missing: {
    name: 'Enter your name.',
    email: 'Enter your e-mail address.',
    password: 'Enter your password.',
  },
  notFound: {
    title: 'There is nothing at this address',
    text: 'The link may be old, or a letter is missing.',
    home: 'Go to the dashboard',
  },
} as const
