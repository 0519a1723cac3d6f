import { describeCeilings, describeLoad, describePlan, type Row } from './describe-plan.ts';
import { type Costs, type Load, planCapacity } from './plan-capacity.ts';

/** Computes the tables again when a reader changes a number. */
class Capacity extends HTMLElement {
	connectedCallback(): void {
		const form = this.querySelector('form')!;
		form.hidden = false;
		form.addEventListener('submit', (event) => event.preventDefault());
		form.addEventListener('input', () => this.update(form));
	}

	private update(form: HTMLFormElement): void {
		if (!form.checkValidity()) return;
		const numbers = new Map(
			Array.from(new FormData(form), ([name, value]) => [name, Number(value)]),
		);
		const load: Load = {
			usersPerDay: numbers.get('usersPerDay')!,
			eventsPerUser: numbers.get('eventsPerUser')!,
			triggeringPercent: numbers.get('triggeringPercent')!,
			peakFactor: numbers.get('peakFactor')!,
			days: numbers.get('days')!,
		};
		const plan = planCapacity(load, JSON.parse(this.dataset['costs']!) as Costs);
		this.querySelector('[data-load]')!.textContent = describeLoad(load);
		this.write('[data-plan]', describePlan(plan, load, numbers.get('price')!));
		this.write('[data-ceilings]', describeCeilings(plan));
	}

	private write(table: string, rows: readonly Row[]): void {
		const body = this.querySelector(`${table} tbody`)!;
		body.replaceChildren(
			...rows.map(({ label, value }) => {
				const row = document.createElement('tr');
				row.append(cell(label), cell(value));
				return row;
			}),
		);
	}
}

function cell(text: string): HTMLTableCellElement {
	const made = document.createElement('td');
	made.textContent = text;
	return made;
}

customElements.define('docs-capacity', Capacity);
