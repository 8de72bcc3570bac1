import { editPage } from '#web/shell/form/form-page.tsx'
import { customerPage } from './form.tsx'

/** Edits a customer. */
export default editPage(customerPage)
