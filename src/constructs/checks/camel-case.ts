/** The name of a construct's property for that of an attribute: `tenantId` for `tenant_id`. */
export const camelCase = (name: string) =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
