/** General files that name a kind of object, by the reason for which each may. A third kind is told by none of the others. */
const byReason: Readonly<Record<string, readonly string[]>> = {
  'It has a line for each kind, and nothing compiles without that of another one.': [
    'src/client/contract/collections.ts',
    'src/constructs/policy/judge-construct.ts',
    'src/provider/index.ts',
    'src/report/judge/types.ts',
    'src/sandbox/collections/index.ts',
  ],
  'It is a table of what each kind is assumed to do, or of names that the platform documents.': [
    'src/client/contract/assumptions.ts',
    'src/client/contract/catalogue.ts',
  ],
  'It is about what one kind alone can do, such as a rotation, and says nothing of another one.': [
    'src/cli/find-key.ts',
    'src/report/due/why-not.ts',
    'src/report/judge/findings.ts',
    'src/report/judge/actions-and-checks.ts',
    'src/report/due/only-due.ts',
    'src/report/matrices.ts',
  ],
  'Only a person can choose what is sent for a kind, and in which words a list is written.': [
    'src/cli/adopt/command.ts',
    'src/cli/adopt/known-objects.ts',
    'src/cli/adopt/unmanaged.ts',
    'src/client/doctor/examine.ts',
    'src/client/doctor/findings.ts',
  ],
  'It shows an example, or asks for the smallest right or list.': [
    'src/cli/login.ts',
    'src/cli/sandbox/command.ts',
    'src/client/client.ts',
    'src/constructs/policy/rules/accepted-risks.ts',
    'src/report/model/change.ts',
  ],
  'The platform delivers to endpoints, and knows who asks by a key.': [
    'src/sandbox/deliveries/deliveries.ts',
    'src/sandbox/routes/authorization.ts',
  ],
};

export const namesKinds: ReadonlySet<string> = new Set(Object.values(byReason).flat());
