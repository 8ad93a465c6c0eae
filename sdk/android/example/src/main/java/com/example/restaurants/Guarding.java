package com.example.restaurants;

import handrail.android.Guard;
import handrail.android.Handrail;
import handrail.android.HandrailBuilder;
import handrail.core.State;
import handrail.core.Transport;

/** What the app says of itself, so that an agent in it is verified. */
public final class Guarding {
    private Guarding() {}

    // guard: begin
    static final State RESTAURANT = State.named("RestaurantInfo").describedAs("the restaurant").text("name");
    static final State FORM = State.named("ReserveInfo").describedAs("the reservation form")
            .date("date").time("time").number("people");
    static final State RESULT = State.named("ReserveResult").describedAs("the reservation").bool("success");

    public static Handrail guard(HandrailBuilder app, RestaurantScreen screen, Transport server) {
        Handrail handrail = app.states(RESTAURANT, FORM, RESULT).commits("Reserve", "record", true).connect(server);
        Guard opens = handrail.guard(now -> RESTAURANT.set("name", now.item()));
        Guard reserves = handrail.guard(now -> FORM.set("date", screen.day.getText()).and("time", screen.hour())
                .and("people", screen.people())).commits("Reserve");
        screen.restaurants.setOnItemClickListener(opens.onItemClick((list, view, position, id) -> screen.open(position)));
        screen.reserve.setOnClickListener(reserves.onClick(view -> screen.reserve()));
        screen.reserved = () -> handrail.report(RESULT.set("success", true));
        return handrail;
    }
    // guard: end
}
