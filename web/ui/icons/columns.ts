import { createIcon } from './icon.tsx'

export const ColumnsIcon = /* @__PURE__ */ createIcon(
  'M4 2.5h8a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-8a1.5 1.5 0 0 1-1.5-1.5v-8a1.5 1.5 0 0 1 1.5-1.5zM6.2 2.5v11M9.8 2.5v11',
)
