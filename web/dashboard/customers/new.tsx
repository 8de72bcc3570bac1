import { newPage } from '#web/shell/form/form-page.tsx'
import { customerPage } from './form.tsx'

/** Creates a customer, before its first purchase. */
export default newPage(customerPage)
