import { customerState } from './wire.ts'

export const customerStateEvents = {
  /** Once for all changes within two seconds (rule S2). */
  'customer.state_changed': { audience: 'merchant', payload: customerState },
} as const
