import { editPage } from '#web/shell/form/form-page.tsx'
import { discountPage } from './form.tsx'

/** Edits a discount. */
export default editPage(discountPage)
