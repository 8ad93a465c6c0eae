package com.example.restaurants;

import android.widget.Button;
import android.widget.EditText;
import android.widget.ListView;
import android.widget.Spinner;
import android.widget.TextView;
import java.util.ArrayList;
import java.util.List;

/** The app itself, which knows nothing of agents. An activity finds the widgets in its layout and keeps this. */
public final class RestaurantScreen {
    public final ListView restaurants;
    public final TextView name;
    public final EditText day;
    public final Spinner hour;
    public final EditText people;
    public final Button reserve;
    public final List<String> bookings = new ArrayList<>();
    /** Called when a table was reserved. */
    public Runnable reserved = () -> {};

    public RestaurantScreen(ListView restaurants, TextView name, EditText day, Spinner hour, EditText people, Button reserve) {
        this.restaurants = restaurants;
        this.name = name;
        this.day = day;
        this.hour = hour;
        this.people = people;
        this.reserve = reserve;
        restaurants.setOnItemClickListener((list, view, position, id) -> open(position));
        reserve.setOnClickListener(view -> reserve());
    }

    public void open(int position) {
        name.setText(restaurants.getItemAtPosition(position).toString());
    }

    public String hour() {
        return hour.getItemAtPosition(hour.getSelectedItemPosition()).toString();
    }

    public int people() {
        return Integer.parseInt(people.getText().toString());
    }

    public void reserve() {
        bookings.add(name.getText() + ", " + day.getText() + " at " + hour() + ", " + people() + " people");
        reserved.run();
    }
}
