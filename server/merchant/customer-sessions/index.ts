export { createCustomerSession } from './actions/create-customer-session.ts'
export { customerCaller } from './caller.ts'
export { assignCustomerToSessions } from './store.ts'
