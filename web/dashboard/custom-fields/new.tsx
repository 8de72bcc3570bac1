import { newPage } from '#web/shell/form/form-page.tsx'
import { fieldPage } from './form.tsx'

/** Creates a custom field. */
export default newPage(fieldPage)
