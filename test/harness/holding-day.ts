/** A day on which an entry of accepted-risks.json still holds, whenever the test runs. */
export const holdingDay = new Date(Date.now() + 300 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
